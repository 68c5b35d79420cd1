// A graph as a picture: boxes with names in them, which can be moved and zoomed.
// Whoever shows one has a list beside it that says the same in words.
import cytoscape from 'cytoscape';
import { useEffect, useRef } from 'preact/hooks';

const LETTERS = 30;
// Of a path the end says most, of a name the beginning.
export const short = (text) => (text.length <= LETTERS ? text : text.includes('/') ? `…${text.slice(1 - LETTERS)}` : `${text.slice(0, LETTERS - 1)}…`);

function style() {
  const css = getComputedStyle(document.documentElement);
  const color = (name) => css.getPropertyValue(name).trim();
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)', shape: 'round-rectangle', 'font-size': 11, color: color('--ink'), 'background-color': color('--ground'), 'border-width': 1,
        'border-color': color('--dim'), width: (node) => node.data('label').length * 6.4 + 16, height: 22, 'text-valign': 'center', 'text-halign': 'center',
      },
    },
    { selector: 'node[?centre]', style: { 'border-width': 3, 'border-color': color('--bad') } },
    { selector: 'node[?test]', style: { 'border-style': 'dotted', color: color('--dim') } },
    { selector: 'node:active, node:selected', style: { 'border-color': color('--link'), 'border-width': 2, 'overlay-opacity': 0 } },
    {
      selector: 'edge',
      style: {
        width: 'data(weight)', 'line-color': color('--dim'), 'target-arrow-color': color('--dim'), 'target-arrow-shape': 'triangle', 'curve-style': 'bezier',
        'arrow-scale': 0.8, opacity: 0.75,
      },
    },
    { selector: 'edge[?unsure]', style: { 'line-style': 'dashed' } },
    { selector: 'edge[?ring]', style: { 'line-color': color('--bad'), 'target-arrow-color': color('--bad') } },
  ];
}

/** `elements`: {nodes: [{id, label, centre, test}], edges: [{source, target, unsure, ring, weight}], places: Map of id to {x, y}} */
export function Picture({ elements, onOpen, label, isTall }) {
  const place = useRef(null);
  const drawn = useRef(null);
  const open = useRef(onOpen);
  open.current = onOpen;
  useEffect(() => {
    const picture = cytoscape({ container: place.current, style: style(), minZoom: 0.05, maxZoom: 3 });
    drawn.current = picture;
    picture.on('tap', 'node', (event) => open.current?.(event.target.data()));
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const recolour = () => picture.style(style());
    dark.addEventListener('change', recolour);
    return () => {
      dark.removeEventListener('change', recolour);
      picture.destroy();
    };
  }, []);
  useEffect(() => {
    const picture = drawn.current;
    picture.batch(() => {
      picture.elements().remove();
      picture.add(elements.nodes.map((node) => ({ group: 'nodes', data: { ...node, label: short(node.label) }, position: { ...elements.places.get(node.id) } })));
      picture.add(elements.edges.map((edge) => ({ group: 'edges', data: { weight: 1.2, ...edge, id: `${edge.source} → ${edge.target}` } })));
    });
    picture.fit(undefined, 20);
    // A few boxes are not blown up to fill the frame.
    if (picture.zoom() > 1.2) {
      picture.zoom(1.2);
      picture.center();
    }
  }, [elements]);
  return <div class={isTall ? 'picture tall' : 'picture'} ref={place} role="img" aria-label={label} />;
}
