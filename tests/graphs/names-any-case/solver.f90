MODULE Solver
contains
  subroutine Solve(N)
    integer :: n
  end subroutine
end module
