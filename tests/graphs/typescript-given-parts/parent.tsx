import { Outside } from "somewhere";
import { Arrow, Child, Other, Outer, Untyped } from "./child";

function save(name: string) {
  return name;
}

function close() {}

function otherSave() {}

const title = "a";

export function Parent({ onSave }: { onSave: () => void }) {
  const handleSave = (name: string) => save(name);
  onSave();
  return (
    <div>
      <Child onSave={handleSave} onClose={close} label={title} />
      <Arrow onSave={save} label="b" />
      <Other onSave={otherSave} />
      <Outer save={save} />
      <Untyped onSave={otherSave} />
      <Outside onSave={otherSave} />
      <button onSave={otherSave} />
    </div>
  );
}
