package inventory

import "testing"

func TestZZSubjectAxisMatches(t *testing.T) {
	var _ func(string, SubjectAxis) bool = SubjectAxisMatches
	list := []TargetSubject{{ID: 1, Name: "Charizard"}, {ID: 2, Name: ""}}
	cases := []struct {
		card string
		axis SubjectAxis
		want bool
	}{
		{"Charizard VMAX", SubjectAxis{}, true},
		{"Charizard VMAX", SubjectAxis{Mode: SubjectFilterExclude}, true},
		{"dark CHARIZARD", SubjectAxis{Subjects: list, Mode: SubjectFilterTarget}, true},
		{"Blastoise", SubjectAxis{Subjects: list, Mode: SubjectFilterTarget}, false},
		{"Charizard", SubjectAxis{Subjects: list, Mode: SubjectFilterExclude}, false},
		{"Blastoise", SubjectAxis{Subjects: list, Mode: SubjectFilterExclude}, true},
		{"Blastoise", SubjectAxis{Subjects: list}, false},
	}
	for _, tc := range cases {
		if got := SubjectAxisMatches(tc.card, tc.axis); got != tc.want {
			t.Errorf("SubjectAxisMatches(%q, %+v) = %v, want %v", tc.card, tc.axis, got, tc.want)
		}
	}
}
