export function GrpcMethod(service: string, procedure: string) {
  return (target: unknown) => [service, procedure, target];
}
