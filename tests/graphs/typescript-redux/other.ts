export const createSlice = (made: any) => ({ actions: made.reducers });
export function createAsyncThunk(name: string, f: unknown) { return (id: string) => id; }
