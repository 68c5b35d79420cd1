package upack

import TestUtil.{check, own}

object Uses {
  def near() = { check(1); own(2) }
}
