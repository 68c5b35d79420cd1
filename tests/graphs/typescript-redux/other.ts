export const createSlice = (made: any) => ({ actions: made.reducers });
