module other
contains
  subroutine hidden(x)
    call total(x)
  end subroutine
end module
