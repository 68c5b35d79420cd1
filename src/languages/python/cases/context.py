import asyncio

async def run(path):
    with open(path) as f, lock():
        f.read()
    async with session() as s:
        async for row in s.rows():
            await keep(row)
    results = await asyncio.gather(one(), two())
    try:
        risky()
    except (Wrong, OSError) as e:
        note(e)
    except* Late:
        tidy()
    else:
        keep(results)
    finally:
        close()
    raise Wrong("x") from make()
