import React, { useReducer, useState } from 'react';
import { useState as useOther } from './other';

export function Page() {
  const [open, setOpen] = useState(false);
  const [name, setName] = React.useState('');
  const [count, change] = useReducer((n: number) => n + 1, 0);
  const [other, setOther] = useOther(0);
  const [first, second] = pair();

  function toggle() {
    setOpen(!open);
  }
  const rename = (to: string) => {
    setName(to);
    change();
    setOther(other);
    second(first);
  };
  function shadow(setOpen: (to: boolean) => void) {
    setOpen(true);
  }
  return <button onClick={() => setOpen(true)} onBlur={toggle} onFocus={rename}>{name}{count}{shadow}</button>;
}

export function useToggle() {
  const [on, setOn] = useState(false);
  const toggle = () => { setOn(!on); };
  return { on, toggle };
}

function pair(): [number, (n: number) => void] {
  return [1, () => {}];
}
