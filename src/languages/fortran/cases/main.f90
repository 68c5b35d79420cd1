program main
  use geometry
  interface area
    module procedure area_circle
  end interface
  call print_it(total(1.0, 2.0))
contains
  subroutine print_it(x)
    real :: x
    print *, x, total(x, x)
  end subroutine
end program main
