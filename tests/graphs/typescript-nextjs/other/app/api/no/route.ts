/* A folder of this name that no configuration lies beside. */
export function GET() { return null; }
