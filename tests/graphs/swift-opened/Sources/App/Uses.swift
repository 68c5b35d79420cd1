import Core

func there(_ text: String) { text.part().grow() }
