from fastapi import APIRouter

router = APIRouter(prefix="/users")


@router.post("")
def make():
    return None


@router.get(f"/{make}")
def unknown():
    return None
