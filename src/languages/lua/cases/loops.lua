for i = first(), last(), step() do keep(i) end
for k, v in pairs(list()) do keep(k, v) end
while ready() do work() end
repeat local done = check() until done
for _, f in ipairs({ keep, work }) do f() end
goto finish
::finish::
