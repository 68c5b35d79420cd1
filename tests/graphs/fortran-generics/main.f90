program main
  use strings
  type point
    integer :: x
  contains
    procedure :: move
  end type
  type(string_t) :: text
  type(point) :: p
  text = string_t('a')
  p = point(1)
  call get_value(table, 'key', text)
  call get_value(table, 'key', text, status)
  call join(text, text)
contains
  subroutine move(self)
    class(point) :: self
    type(point) :: list(3)
    class(*) :: any
    call list(1)%move()
    associate (one => list(2))
      call one%move()
    end associate
    select type (it => any)
    type is (point)
      call it%move()
    end select
  end subroutine
end program
