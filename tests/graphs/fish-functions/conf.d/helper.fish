function helper; missing; end
alias t total
total 1
