declare function everywhere(): Shared
interface Shared { act(): void }
