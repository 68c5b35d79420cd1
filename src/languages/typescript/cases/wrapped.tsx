import * as ui from './ui';

export default class Page extends ui.Base<{ name: string }> {
  state = { n: 0 };
  render() { return <ui.Frame {...this.props} title={this.title()} footer={<Foot />} />; }
  private title = () => this.props.name.trim();
}
const Foot = memo(function Foot() { return <p className="x">{count()}</p>; });
