import express, { Request, Response } from 'express';
import { list } from '../handlers';

const router = express.Router();

class Panel {
  show = (req: Request, res: Response) => { list(req, res); };
  remove(req: Request, res: Response) { list(req, res); }
}
const panel = new Panel();

router.delete('/:id', panel.remove);
router.get('/', panel.show);

export default router;
