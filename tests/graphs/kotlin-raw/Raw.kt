package raw

class Held {
  fun `when`() {}
  fun go() {}
}

fun `a name with blanks`() {}

fun uses(`in`: Held) {
  `in`.`when`()
  `in`.go()
  `a name with blanks`()
  `in`.`go`()
}
