program main
  use SOLVER, only: solve
  call SOLVE(3)
end program
