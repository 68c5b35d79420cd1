module strings
  use toml, only: get_value
  type string_t
    character(len=:), allocatable :: s
  end type
  interface len_trim
    module procedure :: string_len, strings_len
  end interface
  interface string_t
    module procedure new_string
  end interface
  interface get_value
    module procedure get_string
  end interface
  interface join
    module procedure join_two
  end interface
  interface
    subroutine outside_one(n)
      integer :: n
    end subroutine
  end interface
contains
  integer function string_len(string)
    type(string_t), intent(in) :: string
    string_len = len_trim(string%s)
  end function
  integer function strings_len(strings, from)
    type(string_t), intent(in) :: strings(:)
    integer, optional :: from
    strings_len = len_trim(strings(1)) + len_trim('a')
  end function
  function new_string(s) result(made)
    character(len=*), intent(in) :: s
    type(string_t) :: made
    made%s = s
  end function
  subroutine get_string(table, key, var, error)
    type(table_t) :: table
    character(len=*) :: key
    type(string_t) :: var
    integer :: error
    call outside_one(error)
  end subroutine
  subroutine join_two(a, b)
    type(string_t) :: a, b
  end subroutine
end module
