export default function NoRoute() { return null; }
