include Base.Header
let found h = get h
