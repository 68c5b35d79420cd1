const LIST = `query List { users { id } user(id: 1) { id } bySchema findOne posts }`;

export function list(client) { return client.request(LIST); }
export function create(client) { return client.request('mutation Create { createUser { id } }'); }
