let a = ; b = x: in { c = (; inherit
