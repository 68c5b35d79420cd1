module types
  type, extends(base) :: shape
    real :: x = 0, y
  contains
    procedure :: draw => draw_shape
    procedure, public :: size
  end type shape
contains
  subroutine draw_shape(self, n)
    class(shape), intent(inout) :: self
    type(shape) :: s
    call s%draw(1)
    call self%size()
  end subroutine
end module
