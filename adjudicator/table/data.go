package table

import "fieldpost/adjudicator/orders"

// LanguageOf is the order language of a rulebook with these verbs and conditions.
func LanguageOf[G any](verbs []orders.Verb, conditions []Condition[G]) orders.Language {
	l := orders.Language{Verbs: verbs}
	for _, c := range conditions {
		l.Conditions = append(l.Conditions, c.Condition)
	}
	return l
}
