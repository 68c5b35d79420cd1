! Math.
module geometry
  use iso_fortran_env, only: real64
  use shapes, only: circle => round, area
  implicit none
  private
  public :: total
  integer, parameter :: n = 3
contains
  !> Adds.
  function total(a, b) result(c)
    real, intent(in) :: a, b
    real :: c
    c = helper(a) + area(b)
    if (c > 1) call other
  end function total
  pure real function helper(a)
    real, intent(in) :: a
    helper = a * sqrt(a)
  end function
end module geometry
