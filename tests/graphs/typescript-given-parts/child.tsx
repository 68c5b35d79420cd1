export interface ChildProps {
  onSave: (name: string) => void;
  onClose?: () => void;
  label: string;
}

export function Child({ onSave, onClose, label }: ChildProps) {
  function click() {
    onSave(label);
  }
  return <button onClick={click} onBlur={() => onClose?.()}>{label}</button>;
}

export const Arrow = (props: ChildProps) => {
  props.onSave("x");
  return <Child {...props} onSave={props.onSave} />;
};

interface OtherProps {
  onSave(): void;
}

export function Other({ onSave }: OtherProps) {
  onSave();
  return null;
}

export function Untyped({ onSave }) {
  onSave();
  return null;
}

interface OuterProps {
  save: (name: string) => void;
}

export function Outer({ save }: OuterProps) {
  return <Inner store={save} />;
}

function Inner(props: { store: (name: string) => void }) {
  props.store("x");
  return <Inner store={props.store} />;
}
