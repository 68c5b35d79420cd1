import { user } from './api/hello';
export default function Home() { return user(); }
