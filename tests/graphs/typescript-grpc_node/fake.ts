// the same method, of another object
const registry = { addService(service: unknown, functions: unknown) { return [service, functions]; } };
declare const ShopService: unknown;

function getItem() {}
registry.addService(ShopService, { getItem });
