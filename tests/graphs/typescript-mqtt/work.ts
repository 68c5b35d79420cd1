import mqtt from 'mqtt';

const client = mqtt.connect('mqtt://localhost');

function take(topic: string) { return topic; }
function begin() {}

client.on('connect', begin);
client.subscribe('rooms/+/heat');
client.subscribe(['doors/#', 'lights']);
client.on('message', take);

export function tell(room: string) {
  client.publish('rooms/hall/heat', '20');
  client.publish('rooms/hall/light', 'on');
  client.publish('doors', 'shut');
  client.publish('doors/back/lock', 'open');
  client.publish(`rooms/${room}/heat`, '21');
}
