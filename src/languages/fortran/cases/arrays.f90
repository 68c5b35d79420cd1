subroutine work(v)
  real :: v(10), w(3)
  integer :: i
  w(1) = v(2) + f(3)
  do i = 1, size(v)
    w(i) = g(v(i))
  end do
end subroutine
