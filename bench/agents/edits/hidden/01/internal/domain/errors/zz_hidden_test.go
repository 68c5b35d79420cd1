package errors

import (
	stderrors "errors"
	"fmt"
	"testing"
)

func TestZZHasCode(t *testing.T) {
	base := NewAppError(ErrCodeProviderRateLimit, "slow down")
	cases := []struct {
		name string
		err  error
		code ErrorCode
		want bool
	}{
		{"direct", base, ErrCodeProviderRateLimit, true},
		{"wrapped", fmt.Errorf("outer: %w", base), ErrCodeProviderRateLimit, true},
		{"cause chain", &AppError{Code: ErrCodeProviderUnavailable, Message: "x", Cause: base}, ErrCodeProviderRateLimit, true},
		{"other code", base, ErrCodeProviderTimeout, false},
		{"plain error", stderrors.New("x"), ErrCodeProviderTimeout, false},
		{"nil", nil, ErrCodeProviderTimeout, false},
	}
	for _, tc := range cases {
		if got := HasCode(tc.err, tc.code); got != tc.want {
			t.Errorf("%s: HasCode = %v, want %v", tc.name, got, tc.want)
		}
	}
	var _ func(error, ErrorCode) bool = HasCode
}
