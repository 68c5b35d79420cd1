function Show-Tool { [Tool]::new().Run() }
class Tool { [void] Run() { $this.Stop() } [void] Stop() {} }
