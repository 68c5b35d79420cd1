package inventory

import (
	"math"
	"testing"
)

var zzGood = map[string]float64{
	"US $1,234.56": 1234.56,
	"us $12.50":    12.50,
	"USD 12.50":    12.50,
	"usd 1,000":    1000,
	"USD $7":       7,
	"$12.50 USD":   12.50,
	"12.50 usd":    12.50,
	" US $9.99 ":   9.99,
	"$1,234.56":    1234.56,
	"42.5":         42.5,
}

var zzBad = []string{"NaN", "nan", "Inf", "+Inf", "-inf", "infinity", "$NaN", "US $Inf", "12.50 EUR", "EUR 12.50", "GBP 3", "US", "USD", "$", "US $", "abc"}

func TestZZCurrencyThroughEveryImport(t *testing.T) {
	parse := map[string]func(price string) (float64, bool){
		"ebay": func(p string) (float64, bool) {
			rows, skipped, err := ParseEbayOrderRows([][]string{{}, {"Order Number", "Item Title", "Custom Label", "Sold For", "Sale Date"}, {},
				{"1", "Card", "PSA-68423319", p, "Apr-22-26"}})
			if err != nil || len(rows)+len(skipped) != 1 {
				t.Fatalf("ebay %q: %v %v %v", p, rows, skipped, err)
			}
			if len(rows) == 0 {
				return 0, false
			}
			return float64(rows[0].SalePriceCents) / 100, true
		},
		"orders": func(p string) (float64, bool) {
			rows, skipped, err := ParseOrdersExportRows([][]string{{"Order", "Date", "Sales Channel", "Product Title", "Grading Company", "Cert Number", "Grade", "Unit Price"},
				{"1", "2026-04-22", "eBay", "Card", "PSA", "68423319", "9", p}})
			if err != nil || len(rows)+len(skipped) != 1 {
				t.Fatalf("orders %q: %v %v %v", p, rows, skipped, err)
			}
			if len(rows) == 0 {
				return 0, false
			}
			return rows[0].UnitPrice, true
		},
		"psa": func(p string) (float64, bool) {
			rows, bad, err := ParsePSAExportRows([][]string{{"Cert Number", "Listing Title", "Grade", "Price Paid"}, {"68423319", "Card", "9", p}})
			if err != nil || len(rows)+len(bad) != 1 {
				t.Fatalf("psa %q: %v %v %v", p, rows, bad, err)
			}
			if len(rows) == 0 {
				return 0, false
			}
			return rows[0].PricePaid, true
		},
		"shopify": func(p string) (float64, bool) {
			rows, bad, err := ParseShopifyExportRows([][]string{{"Handle", "Title", "Cert Number", "Variant Price"}, {"h", "Card PSA 9", "68423319", p}})
			if err != nil || len(rows)+len(bad) != 1 {
				t.Fatalf("shopify %q: %v %v %v", p, rows, bad, err)
			}
			if len(rows) == 0 {
				return 0, false
			}
			return rows[0].VariantPrice, true
		},
	}
	for kind, f := range parse {
		for in, want := range zzGood {
			if got, ok := f(in); !ok || math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: price %q = %v (accepted %v), want %v", kind, in, got, ok, want)
			}
		}
		for _, in := range zzBad {
			if got, ok := f(in); ok {
				t.Errorf("%s: price %q accepted as %v, want it rejected", kind, in, got)
			}
		}
	}
}
