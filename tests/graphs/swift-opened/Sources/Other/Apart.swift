/* Nothing is imported. */
func apart(_ text: String) { text.part() }
