(add-hook 'some-hook #'handler)
(global-set-key (kbd "C-c") 'handler)
(setq data '(not-a-call (nor this)))
(funcall 'handler 1)
