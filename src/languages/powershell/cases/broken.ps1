function {
  Save-Item (
class X : { [int] Show( }
. 
Import-Module
