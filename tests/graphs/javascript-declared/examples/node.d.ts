interface Process { exit(code?: number): void; }
declare var process: Process;
declare function helper(): void;
