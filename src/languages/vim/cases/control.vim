try
  call Risky()
catch /E123/
  echoerr s:Explain(v:exception)
finally
  call Done()
endtry
while s:More() | call Next() | endwhile
if has('nvim')
  let x = A() ? B() : C()
elseif D()
  silent! call E()
endif
