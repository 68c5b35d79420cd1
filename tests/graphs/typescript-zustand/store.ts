import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { make } from './own';

interface Cart { count: number; add(): void; clear: () => void }

export const useCart = create<Cart>()(
  persist((set) => ({
    count: 0,
    add: () => set((s) => ({ count: s.count + 1 })),
    clear() { set({ count: 0 }); },
  })),
);
export const useOther = create((set) => ({ add: () => set({}), drop: () => set({}) }));
/* A function of our own that looks the same. */
export const useOwn = make((set) => ({ add: () => set({}) }));
