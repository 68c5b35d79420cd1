package export_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/guarzo/slabledger/internal/domain/export"
	"github.com/guarzo/slabledger/internal/domain/inventory"
)

type zzReader struct{ ps []inventory.Purchase }

func (r *zzReader) GetPurchasesByIDs(context.Context, []string) (map[string]*inventory.Purchase, error) {
	return nil, nil
}
func (r *zzReader) ListAllUnsoldPurchases(context.Context) ([]inventory.Purchase, error) {
	return r.ps, nil
}
func (r *zzReader) GetCampaign(context.Context, string) (*inventory.Campaign, error) {
	return &inventory.Campaign{}, nil
}
func (r *zzReader) ListCampaigns(context.Context, bool) ([]inventory.Campaign, error) {
	return nil, nil
}

func TestZZSellSheetDaysHeldAndUnpriced(t *testing.T) {
	got := time.Now().Format(time.RFC3339)
	ago := func(d int) string { return time.Now().UTC().AddDate(0, 0, -d).Format("2006-01-02") }
	sheet, err := export.New(&zzReader{ps: []inventory.Purchase{
		{ID: "none", ReceivedAt: &got, PurchaseDate: ago(40)},
		{ID: "cl", ReceivedAt: &got, PurchaseDate: ago(3), CLValueCents: 5000},
		{ID: "override", ReceivedAt: &got, PurchaseDate: "", OverridePriceCents: 900},
		{ID: "pending", PurchaseDate: ago(9)},
	}}).GenerateGlobalSellSheet(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(sheet.Items) != 3 {
		t.Fatalf("items = %d, want 3", len(sheet.Items))
	}
	for i, want := range []int{40, 3, 0} {
		if sheet.Items[i].DaysHeld != want {
			t.Errorf("%s: DaysHeld = %d, want %d", sheet.Items[i].PurchaseID, sheet.Items[i].DaysHeld, want)
		}
	}
	if sheet.Totals.UnpricedItems != 1 {
		t.Errorf("UnpricedItems = %d, want 1", sheet.Totals.UnpricedItems)
	}
	if sheet.Totals.SkippedItems != 1 || sheet.Totals.ItemCount != 3 {
		t.Errorf("totals = %+v", sheet.Totals)
	}
	raw, _ := json.Marshal(sheet)
	var doc struct {
		Items  []map[string]any `json:"items"`
		Totals map[string]any   `json:"totals"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	if v, ok := doc.Items[2]["daysHeld"]; !ok || v != float64(0) {
		t.Errorf("item JSON daysHeld must be present even when 0, got %v (%v)", v, ok)
	}
	if doc.Items[0]["daysHeld"] != float64(40) || doc.Totals["unpricedItems"] != float64(1) {
		t.Errorf("JSON: %v / %v", doc.Items[0]["daysHeld"], doc.Totals)
	}
	empty, err := export.New(&zzReader{}).GenerateGlobalSellSheet(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	raw, _ = json.Marshal(empty)
	doc.Totals = nil
	_ = json.Unmarshal(raw, &doc)
	if v, ok := doc.Totals["unpricedItems"]; !ok || v != float64(0) {
		t.Errorf("unpricedItems must be present even when 0, got %v (%v)", v, ok)
	}
}
