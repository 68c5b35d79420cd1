import { Panel, menu } from './parts'
export function View({ items, onPick }: Props) {
  const pick = (item: Item) => onPick(item)
  return (
    <Panel title="x" onClick={() => pick(items[0])} {...rest(items)}>
      {items.map(item => <menu.Item key={item.id} run={pick} />)}
      <><div className={style()}>text &amp; more</div></>
      <Generic<string> value={1}></Generic>
    </Panel>
  )
}
export const Small = () => <View items={[]} />
