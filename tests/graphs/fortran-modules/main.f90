program main
  use geometry, only: total, circle => round
  type(shape) :: s
  real :: helper(3)
  call print_it(total(1.0, helper(2)))
  call circle()
  call s%draw()
contains
  subroutine print_it(x)
    call hidden(x)
  end subroutine
end program main
