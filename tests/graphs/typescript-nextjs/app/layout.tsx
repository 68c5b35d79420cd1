export default function Layout() { return null; }
