module geometry
  type :: shape
  contains
    procedure :: draw => draw_shape
  end type
contains
  real function total(a, b)
    type(shape) :: s
    call s%draw()
    total = helper(a) + b
  end function
  real function helper(a)
    helper = a
  end function
  subroutine draw_shape(self)
    class(shape) :: self
    call self%draw()
    call round
  end subroutine
  subroutine round
  end subroutine
end module
