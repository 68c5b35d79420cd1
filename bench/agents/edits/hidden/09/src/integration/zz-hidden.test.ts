import { describe, it, expect } from "vitest";
import type { Activity, DeterministicSchedule, ScenarioSettings } from "@domain/models/types";
import {
  buildGridRows,
  buildScheduleHeaders,
  exportScheduleCsv,
  exportScheduleXlsx,
  type ScheduleExportParams,
} from "@app/api/schedule-export-service";

const act = (id: string): Activity => ({
  id, name: id, min: 1, mostLikely: 2, max: 3,
  confidenceLevel: "mediumConfidence", distributionType: "logNormal", status: "planned",
});
const sa = (activityId: string, startDate: string, endDate: string, duration: number) =>
  ({ activityId, name: activityId, duration, startDate, endDate, isActual: false });
const schedule: DeterministicSchedule = {
  activities: [sa("a1", "2026-03-02", "2026-03-02", 1), sa("a2", "2026-03-03", "2026-04-06", 25), sa("a3", "2026-10-23", "2026-11-03", 8)],
  totalDurationDays: 34, spanDays: 34, projectEndDate: "2026-11-03",
};
const settings: ScenarioSettings = {
  defaultConfidenceLevel: "mediumConfidence", defaultDistributionType: "logNormal", trialCount: 1000, rngSeed: "s",
  probabilityTarget: 0.5, projectProbabilityTarget: 0.95, heuristicEnabled: false, heuristicMinPercent: 50,
  heuristicMaxPercent: 200, dependencyMode: false, parkinsonsLawEnabled: true,
};
const params = (dependencyMode: boolean): ScheduleExportParams => ({
  projectName: "P", scenarioName: "S", startDate: "2026-03-02",
  activities: [act("a1"), act("a2"), act("a3"), act("unscheduled")],
  schedule, buffer: null, settings: { ...settings, dependencyMode }, dependencies: [], milestones: [],
  dateFormat: "MM/DD/YYYY",
});
const WANT = ["1", "35", "12", ""];

describe.each([false, true])("Calendar Days column (dependencyMode=%s)", (deps) => {
  it("is a grid row field", () => {
    expect(buildGridRows(params(deps)).map((r) => String(r.calendarDays))).toEqual(WANT);
    expect(buildGridRows(params(deps))[1]!.calendarDays).toBe(35);
  });
  it("sits between Duration and Start Date", () => {
    for (const c of [false, true]) {
      const h = buildScheduleHeaders(deps, "P50", c);
      const i = h.indexOf("Calendar Days");
      expect(h.filter((x) => x === "Calendar Days")).toHaveLength(1);
      expect(h[i - 1]).toBe("Duration (P50)");
      expect(h[i + 1]).toBe("Start Date");
    }
  });
  it("is in the CSV, aligned, with a blank total", () => {
    const lines = exportScheduleCsv(params(deps)).split("\n");
    const hi = lines.findIndex((l) => l.startsWith("#,"));
    const h = lines[hi]!.split(",");
    const i = h.indexOf("Calendar Days");
    const rows = lines.slice(hi + 1, hi + 5).map((l) => l.split(","));
    expect(rows.map((r) => r[i])).toEqual(WANT);
    expect(rows[0]![i + 1]).toBe("03/02/2026");
    for (const r of rows) expect(r).toHaveLength(h.length);
    const total = lines[hi + 5]!.split(",");
    expect(total).toHaveLength(h.length);
    expect(total[1]).toBe("Total");
    expect(total[i - 1]).toBe("34");
    expect(total[i]).toBe("");
  });
  it("is in the XLSX, aligned, with a blank total and every width in place", async () => {
    const ExcelJS = await import("exceljs");
    const wb = new ExcelJS.Workbook();
    await wb.xlsx.load(await exportScheduleXlsx(params(deps)));
    const ws = wb.worksheets[0]!;
    let hr = 1;
    while (ws.getCell(hr, 1).value !== "#") hr++;
    const h = buildScheduleHeaders(deps, "P50");
    const col = h.indexOf("Calendar Days") + 1;
    expect(ws.getCell(hr, col).value).toBe("Calendar Days");
    expect([1, 2, 3, 4].map((k) => ws.getCell(hr + k, col).value)).toEqual([1, 35, 12, null]);
    expect(ws.getCell(hr + 1, col + 1).value).toBe("03/02/2026");
    expect(ws.getCell(hr + 5, 2).value).toBe("Total");
    expect(ws.getCell(hr + 5, col - 1).value).toBe(34);
    expect(ws.getCell(hr + 5, col).value).toBeNull();
    expect(ws.getColumn(h.indexOf("Description") + 1).width).toBe(40);
    expect(ws.getColumn(h.length).width).toBe(10);
    expect(ws.getColumn(h.indexOf("Start Date") + 1).width).toBe(14);
  });
});
