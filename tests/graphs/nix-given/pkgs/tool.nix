{ helper, run }:
{
  go = x: run (helper x);
}
