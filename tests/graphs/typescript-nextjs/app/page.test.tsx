export default function NoPage() { return null; }
