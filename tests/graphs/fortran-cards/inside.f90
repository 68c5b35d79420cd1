module inside
contains
  subroutine never(a)
  end subroutine
  subroutine NEVER(a)
  end subroutine
end module
