<?php

function shared_by_all()
{
}
