import NextAuth from 'next-auth';
import { user } from '../hello';
export default NextAuth({ callbacks: { user } });
