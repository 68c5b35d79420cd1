import { describe, it, expect } from "vitest";
import type { Activity, DeterministicSchedule, ScenarioSettings } from "@domain/models/types";
import {
  buildSummaryData,
  exportScheduleCsv,
  exportScheduleXlsx,
  type ScheduleExportParams,
} from "@app/api/schedule-export-service";

const act = (id: string): Activity => ({
  id, name: id, min: 1, mostLikely: 2, max: 3,
  confidenceLevel: "mediumConfidence", distributionType: "logNormal", status: "planned",
});
const sa = (activityId: string, startDate: string, endDate: string) =>
  ({ activityId, name: activityId, duration: 5, startDate, endDate, isActual: false });
const settings: ScenarioSettings = {
  defaultConfidenceLevel: "mediumConfidence", defaultDistributionType: "logNormal", trialCount: 1000, rngSeed: "s",
  probabilityTarget: 0.5, projectProbabilityTarget: 0.95, heuristicEnabled: false, heuristicMinPercent: 50,
  heuristicMaxPercent: 200, dependencyMode: true, parkinsonsLawEnabled: true,
};
const params = (acts: DeterministicSchedule["activities"], over: Partial<ScheduleExportParams> = {}): ScheduleExportParams => ({
  projectName: "P", scenarioName: "S", startDate: "2026-02-02",
  activities: acts.map((a) => act(a.activityId)),
  schedule: { activities: acts, totalDurationDays: 10, spanDays: 10, projectEndDate: "2026-05-01" },
  buffer: null, settings, dependencies: [], milestones: [], dateFormat: "MM/DD/YYYY", ...over,
});
const start = (p: ScheduleExportParams) => buildSummaryData(p).find((r) => r.key === "Start Date")!.value;
const late = sa("late", "2026-04-13", "2026-04-17");
const mid = sa("mid", "2026-03-09", "2026-03-13");
const early = sa("early", "2026-02-09", "2026-02-13");

describe("exported Start Date", () => {
  it("is the earliest start, whatever the list order", () => {
    expect(start(params([late, early, mid]))).toBe("02/09/2026");
    expect(start(params([early, mid, late]))).toBe("02/09/2026");
    expect(start(params([late, mid, early], { dateFormat: "DD/MM/YYYY" }))).toBe("09/02/2026");
    expect(start(params([late, sa("y", "2025-12-29", "2026-01-02")]))).toBe("12/29/2025");
  });
  it("falls back on the project's start date", () => {
    expect(start(params([]))).toBe("02/02/2026");
  });
  it("does not reorder the schedule it is given", () => {
    const acts = [late, early, mid];
    start(params(acts));
    expect(acts.map((a) => a.activityId)).toEqual(["late", "early", "mid"]);
  });
  it("reaches both file formats", async () => {
    const p = params([late, early]);
    expect(exportScheduleCsv(p)).toContain("Start Date,02/09/2026\n");
    expect(exportScheduleCsv(params([]))).not.toContain("undefined");
    const ExcelJS = await import("exceljs");
    const wb = new ExcelJS.Workbook();
    await wb.xlsx.load(await exportScheduleXlsx(p));
    const ws = wb.worksheets[0]!;
    let r = 1;
    while (ws.getCell(r, 1).value !== "Start Date") r++;
    expect(ws.getCell(r, 2).value).toBe("02/09/2026");
  });
});
